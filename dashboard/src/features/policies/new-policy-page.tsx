import { useNavigate } from '@tanstack/react-router';
import pageClasses from '../../ui/page.module.css';
import { SubjectHead } from '../../ui/subject-head';
import { type Search, useUrlState } from '../../ui/url-state';
import { policyWords as words } from '../../words';
import { DECISIONS } from './decisions';
import { newDraft } from './draft/draft';
import { Editor } from './editor/editor';

/** A link may preset the calls and the decision of the policy. */
const read = ({ pattern, decision, mode }: Search) => ({
  pattern: pattern?.slice(0, 255) ?? '',
  decision: DECISIONS.find((one) => one === decision) ?? 'REQUIRE_APPROVAL',
  mode: mode === 'shadow' ? ('shadow' as const) : ('enforce' as const),
});

export default function NewPolicyPage() {
  const [{ pattern, decision, mode }] = useUrlState(read);
  const navigate = useNavigate();
  return (
    <div className={pageClasses.page}>
      <SubjectHead back={{ to: '/policies', label: words.policyPage.all }} title={words.policyPage.newPolicy} />
      <Editor
        initial={{ ...newDraft(pattern, decision), mode }}
        policyId={null}
        onSaved={({ id }) => void navigate({ to: `/policies/${id}`, replace: true } as never)}
        cancel={() => void navigate({ to: '/policies' } as never)}
      />
    </div>
  );
}

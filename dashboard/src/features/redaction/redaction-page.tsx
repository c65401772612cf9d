import { useQuery } from '@tanstack/react-query';
import { Page } from '../../ui/page';
import { View } from '../../ui/view';
import { redactionWords as words } from '../../words';
import { redactionQuery } from './api';
import { RedactionForm } from './redaction-form';

/** Shows and changes which values of calls the service does not store. */
export default function RedactionPage() {
  const query = useQuery(redactionQuery);
  return (
    <Page title={words.title} lead={words.lead}>
      <View query={query} label={words.loading}>
        {(settings) => <RedactionForm settings={settings} />}
      </View>
    </Page>
  );
}

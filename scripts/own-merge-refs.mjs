const HOOK = '\0merge-refs';

/**
 * Mantine's scroll area, which each dialog brings, takes one hook of floating-ui. A module is in one chunk, so the file of
 * the inbox would hold all of floating-ui that the menus of later chunks use. The plugin gives the scroll area the same
 * hook of Mantine.
 */
export const ownMergeRefs = {
  name: 'own-merge-refs',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '@floating-ui/react' && importer?.endsWith('/ScrollArea/ScrollArea.mjs') ? HOOK : null,
  load: (id) =>
    id === HOOK
      ? "import { useMergedRef } from '@mantine/hooks'; export const useMergeRefs = (refs) => useMergedRef(...refs);"
      : null,
};

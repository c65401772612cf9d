export const ownMergeRefs: {
  readonly name: string;
  readonly enforce: 'pre';
  readonly resolveId: (source: string, importer: string | undefined) => string | null;
  readonly load: (id: string) => string | null;
};

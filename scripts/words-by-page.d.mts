export const wordsByPage: {
  readonly name: string;
  readonly enforce: 'pre';
  readonly transform: (code: string, id: string) => string;
};

/** One thing that a key does, and that Ctrl-K and `?` name. */
export interface Command {
  /** As `KeyboardEvent.key` names it: `j`, `Enter`, `?`; `mod+k` with Ctrl or Command. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Also while a dialog is open, and while the operator types. */
  readonly always?: boolean;
}

export interface Group {
  readonly title: string;
  readonly commands: readonly Command[];
}

const groups = new Set<() => Group>();

/** What the page on the screen offers, the last registered first. */
export const registry = {
  add(group: () => Group) {
    groups.add(group);
    return () => void groups.delete(group);
  },
  groups: (): readonly Group[] => [...groups].map((group) => group()).reverse(),
};

export const isSingle = ({ keys }: Command) => !keys.startsWith('mod+');

/** One thing that a key does, and that Ctrl-K and `?` name. It shows, moves or opens something, and decides nothing. */
export interface Action {
  /** As `KeyboardEvent.key` names it: `j`, `Enter`, `?`; `mod+k` with Ctrl or Command. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Also while a dialog is open, and while the operator types. */
  readonly always?: boolean;
}

/** What changes the world outside. No single key does it, and Ctrl-K does not list it. */
interface Decision {
  readonly keys: 'mod+Enter';
  readonly label: string;
  readonly decide: () => void;
}

export type Command = Action | Decision;

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

export const isAction = (command: Command): command is Action => 'run' in command;
export const isSingle = ({ keys }: Command) => !keys.startsWith('mod+');

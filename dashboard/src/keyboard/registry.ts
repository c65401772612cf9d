/** One command of a key, which Ctrl-K and `?` list. It shows, moves or opens something, and decides nothing. */
export interface Action {
  /** The key as `KeyboardEvent.key` names it: `j`, `Enter`, `?`; `mod+k` with Ctrl or Command. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** True for a key that also works while a dialog is open, and while the operator types. */
  readonly always?: boolean;
}

/** A command with an effect outside of the dashboard. No single key runs it, and Ctrl-K does not list it. */
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

/** The commands of the visible page, the last registered first. */
export const registry = {
  add(group: () => Group) {
    groups.add(group);
    return () => void groups.delete(group);
  },
  groups: (): readonly Group[] => [...groups].map((group) => group()).reverse(),
};

export const isAction = (command: Command): command is Action => 'run' in command;
export const isSingle = ({ keys }: Command) => !keys.startsWith('mod+');

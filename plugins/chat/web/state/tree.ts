import type { Message } from '../../shared/wire.ts';

/** The messages of a conversation as they hang together. */
export interface Tree {
  readonly byId: ReadonlyMap<number, Message>;
  /** Oldest first; those of `null` begin the conversation. */
  readonly below: ReadonlyMap<number | null, readonly Message[]>;
}

export function treeOf(messages: readonly Message[]): Tree {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const below = new Map<number | null, Message[]>();
  for (const message of messages) {
    const parent = message.parent_id !== null && byId.has(message.parent_id) ? message.parent_id : null;
    const siblings = below.get(parent);
    if (siblings) siblings.push(message);
    else below.set(parent, [message]);
  }
  return { byId, below };
}

/** The newest message that follows from this one, which may be itself. */
export function newestBelow({ below }: Tree, id: number | null): number | null {
  let leaf = id;
  for (let next = below.get(leaf)?.at(-1); next; next = below.get(leaf)?.at(-1)) leaf = next.id;
  return leaf;
}

/** From the first message to this leaf; to the newest where the leaf is not there. */
export function pathTo(tree: Tree, leaf: number | null): readonly Message[] {
  const known = leaf !== null && tree.byId.has(leaf) ? leaf : newestBelow(tree, null);
  const path: Message[] = [];
  for (let id = known; id !== null;) {
    const message = tree.byId.get(id);
    if (!message) break;
    path.push(message);
    id = message.parent_id;
  }
  return path.toReversed();
}

const none: readonly Message[] = [];
/** The same turn in all of its versions, where it has several: other wordings of a question, other answers to it. */
export function versionsOf({ below, byId }: Tree, { parent_id: parent }: Message): readonly Message[] {
  const all = below.get(parent !== null && byId.has(parent) ? parent : null) ?? none;
  return all.length > 1 ? all : none;
}

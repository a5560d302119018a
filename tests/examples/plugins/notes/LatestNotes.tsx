import type { WidgetProps } from '#web';

type Note = { readonly id: number; readonly text: string; readonly due: string | null };

/** It draws what there is: waiting, failures and an empty list are shown for it. */
export default function LatestNotes({ data }: WidgetProps<readonly Note[]>) {
  return (
    <ul>
      {data.map(({ id, text, due }) => (
        <li key={id}>
          {text} {due && <small>{due}</small>}
        </li>
      ))}
    </ul>
  );
}

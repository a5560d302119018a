import { useTranslation } from 'react-i18next';

const command = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl';
const keys = [
  ['send', 'Enter'],
  ['line', 'Shift', 'Enter'],
  ['commands', '/'],
  ['stop', 'Esc'],
  ['input', 'Shift', 'Esc'],
  ['new', command, 'Shift', 'O'],
  ['search', command, 'K'],
  ['side', command, 'Shift', 'S'],
  ['help', '?'],
] as const;

/** What the keyboard does here. */
export function KeyList() {
  const { t } = useTranslation('chat');
  return (
    <dl className="chat-keys">
      {keys.map(([name, ...pressed]) => (
        <div key={name}>
          <dt>{t(`keys.${name}`)}</dt>
          <dd>
            {pressed.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

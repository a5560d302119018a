const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys as they are written on the keyboard. */
export function KeyCaps({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="key-caps">
      {keys.map((key) => (
        <kbd key={key}>{key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key}</kbd>
      ))}
    </span>
  );
}

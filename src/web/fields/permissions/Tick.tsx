interface Props {
  /** What a screen reader calls it. */
  readonly name: string;
  readonly checked: boolean;
  /** Some of what it stands for is ticked. */
  readonly partly?: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box of the matrix: there are a thousand, so the browser's own. The arrow keys bring the focus to it. */
export const Tick = ({ name, checked, partly = false, disabled, onChange }: Props) => (
  <input
    type="checkbox"
    className="tick"
    tabIndex={-1}
    aria-label={name}
    title={name}
    checked={checked}
    disabled={disabled}
    ref={(box) => {
      if (box) box.indeterminate = partly && !checked;
    }}
    onChange={(event) => onChange(event.target.checked)}
  />
);

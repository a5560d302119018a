import { useText } from '../settings/useText.ts';
import { LineInput } from './LineInput.tsx';
import type { InputProps } from './view.ts';

/** The address of a file or picture, of the web or of this site, with an example of one. */
export function FileAddressInput(props: InputProps) {
  const text = useText();
  return (
    <LineInput
      {...props}
      inputMode="url"
      placeholder={props.placeholder ?? props.field.placeholder ?? text('fileAddress')}
    />
  );
}

import { Select } from 'antd';
import { optionOf, selectProps, type InputProps } from './view.ts';

/** Words typed one after another; Enter or a comma ends one. */
export function TagsInput(props: InputProps) {
  return (
    <Select
      {...selectProps(props)}
      className="full-width"
      mode="tags"
      open={false}
      suffixIcon={null}
      allowClear
      tokenSeparators={[',', '，', '\n']}
      maxCount={optionOf<number>(props.field, 'limit')}
      value={((props.value ?? []) as (string | number)[]).map(String)}
      onChange={(next: string[]) => props.onChange?.([...new Set(next.map((each) => each.trim()).filter(Boolean))])}
    />
  );
}

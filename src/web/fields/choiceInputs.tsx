import { Checkbox, Radio, Select, Switch } from 'antd';
import { NoOptions } from '../components/NoOptions.tsx';
import { useText } from '../settings/useText.ts';
import { choicesOf, controlProps, optionOf, selectProps, type InputProps } from './view.ts';

export function BoolInput(props: InputProps) {
  const { id, disabled, ...aria } = controlProps(props);
  return (
    <Switch
      id={id}
      disabled={disabled}
      aria-label={aria['aria-label'] ?? props.field.label}
      checked={props.value === 1}
      onChange={(on) => props.onChange?.(on ? 1 : 0)}
    />
  );
}

export function BoolFilter(props: InputProps) {
  const text = useText();
  return (
    <Select
      {...controlProps(props)}
      className="full-width"
      allowClear
      value={props.value as number | undefined}
      onChange={(value: number | undefined) => props.onChange?.(value ?? null)}
      options={[
        { value: 1, label: text('yes') },
        { value: 0, label: text('no') },
      ]}
    />
  );
}

/** One of the values: buttons where they are few, else a list. */
export const EnumInput = (props: InputProps) =>
  isSelect(props) ? <EnumSelect {...props} /> : <EnumRadio {...props} />;

export function EnumSelect(props: InputProps) {
  return (
    <Select
      {...selectProps(props)}
      className="full-width"
      allowClear={!props.field.required}
      showSearch={choicesOf(props.field).length > 8 && { optionFilterProp: 'label' }}
      notFoundContent={<NoOptions />}
      value={(props.value ?? undefined) as string | undefined}
      onChange={(value: string | undefined) => props.onChange?.(value ?? null)}
      options={choicesOf(props.field)}
    />
  );
}

function EnumRadio(props: InputProps) {
  const { id, disabled } = controlProps(props);
  return (
    <Radio.Group
      id={id}
      disabled={disabled}
      aria-label={props.field.label}
      value={props.value}
      onChange={(event) => props.onChange?.(event.target.value)}
      options={choicesOf(props.field)}
    />
  );
}

const isSelect = (props: InputProps): boolean =>
  (optionOf<string>(props.field, 'input') ?? (choicesOf(props.field).length > 4 ? 'select' : 'radio')) === 'select';

/** Several of the values: boxes where they are few, else a list. */
export function EnumsInput(props: InputProps) {
  const choices = choicesOf(props.field);
  const value = (props.value ?? []) as string[];
  const control = selectProps(props);
  const asSelect =
    (optionOf<string>(props.field, 'input') ?? (choices.length > 6 ? 'select' : 'checkbox')) === 'select';
  if (asSelect)
    return (
      <Select
        {...control}
        className="full-width"
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={<NoOptions />}
        value={value}
        onChange={(next: string[]) => props.onChange?.(next)}
        options={choices}
      />
    );
  return (
    <div role="group" aria-label={props.field.label} id={control.id}>
      <Checkbox.Group
        disabled={control.disabled}
        value={value}
        onChange={(next) => props.onChange?.(next)}
        options={choices}
      />
    </div>
  );
}

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

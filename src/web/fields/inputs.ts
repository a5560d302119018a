export { AddressesInput } from './AddressesInput.tsx';
export { BoolFilter, BoolInput, EnumInput, EnumSelect, EnumsInput, TagsInput } from './choiceInputs.tsx';
export { JsonInput } from './JsonInput.tsx';
export { KeyValueInput } from './KeyValueInput.tsx';
export { NumberInput } from './NumberInput.tsx';
export { PasswordInput } from './PasswordInput.tsx';
export { RemoteSelect } from './RemoteSelect.tsx';
export { FileAddressInput, LineInput, TextareaInput } from './textInputs.tsx';

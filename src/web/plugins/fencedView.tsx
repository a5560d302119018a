import type { ComponentType } from 'react';
import type { CellProps, FieldView, InlineProps, InputProps } from '../fields/view.ts';
import { TagsInput } from '../fields/commonInputs.tsx';
import { TextCell } from '../fields/cells.tsx';
import { Fence } from './Fence.tsx';

/** A plugin's kind of field; where it throws, the kind is drawn as it was before the plugin. */
export function fencedView(plugin: string, kind: string, view: FieldView, before: FieldView): FieldView {
  const fenced = <P extends CellProps | InputProps | InlineProps>(Own: ComponentType<P>, Before: ComponentType<P>) =>
    function Fenced(props: P) {
      return (
        <Fence plugin={plugin} part="field" name={kind} instead={<Before {...props} />}>
          <Own {...props} />
        </Fence>
      );
    };
  return {
    ...view,
    Cell: fenced(view.Cell, before.Cell),
    Input: fenced(view.Input, before.Input),
    ...(view.Filter && { Filter: fenced(view.Filter, before.Filter ?? before.Input) }),
    ...(view.Several && { Several: fenced(view.Several, before.Several ?? TagsInput) }),
    ...(view.Inline && { Inline: fenced(view.Inline, before.Inline ?? TextCell) }),
  };
}

import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link to a page of ours that looks like a button. */
export function LinkButton({ to, onClick, ...look }: Omit<ButtonProps, 'href'> & { readonly to: string }) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLElement>(to);
  return (
    <Button
      {...look}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        go(event as Parameters<typeof go>[0]);
      }}
    />
  );
}

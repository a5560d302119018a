import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link to a page of the site that looks like a button. */
export function LinkTo({ to, ...look }: Omit<ButtonProps, 'href' | 'onClick'> & { readonly to: string }) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLElement>(to);
  return <Button {...look} href={href} onClick={(event) => go(event as Parameters<typeof go>[0])} />;
}

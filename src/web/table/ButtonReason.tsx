import { Typography } from 'antd';
import type { PropsWithChildren } from 'react';
import './buttonReason.css';

/** Why the button beside it cannot be pressed, which is described by this id. */
export const ButtonReason = ({ id, children }: PropsWithChildren<{ readonly id: string }>) => (
  <Typography.Text type="secondary" id={id} className="button-reason">
    {children}
  </Typography.Text>
);

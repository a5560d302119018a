import type { PropsWithChildren } from 'react';
import { Link } from 'react-router';
import { Brand } from '../../components/Brand.tsx';
import { DarkSwitch, LanguageSwitch } from '../../components/Tools.tsx';
import { routes } from '../../navigation/routes.ts';
import { RecordNumber } from '../../public/RecordNumber.tsx';
import './login.css';

interface Props {
  readonly slogan: string;
  readonly help: string;
}

/** What the sign-in pages of administrators and members have in common. */
export function LoginFrame({ slogan, help, children }: PropsWithChildren<Props>) {
  return (
    <div className="login">
      <aside className="login-side">
        <Link to={routes.home.path}>
          <Brand />
        </Link>
        <div>
          <h2>{slogan}</h2>
          <p>{help}</p>
        </div>
        <span />
      </aside>
      <main className="login-main">
        <div className="login-tools">
          <LanguageSwitch />
          <DarkSwitch />
        </div>
        {children}
        <footer className="login-foot">
          <RecordNumber />
        </footer>
      </main>
    </div>
  );
}

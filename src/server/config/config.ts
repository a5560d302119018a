import type { Network } from '../shared/addresses.ts';

/** What the environment decides. Read once at start. */
export interface Config {
  /** `PORT`, default 8000 (specification §9). 0 takes any free port. */
  readonly port: number;
  /** `HOST`, default 0.0.0.0. */
  readonly host: string;
  /** `DATA_DIR`, default `data` below the project: the SQLite file and everything else that is kept. */
  readonly dataDir: string;
  /** `DATABASE_URL`: PostgreSQL instead of SQLite. */
  readonly databaseUrl: string | undefined;
  /** `ADMIN_PASSWORD`: password of the first administrator; random when left out. */
  readonly adminPassword: string | undefined;
  /** `TIME_ZONE`, default Asia/Shanghai: how dates without a zone are read until the site configuration says otherwise. */
  readonly timeZone: string;
  /** `TRUST_PROXY`: addresses whose `X-Forwarded-*` headers are believed; nobody's by default. */
  readonly trustProxy: string | undefined;
  /**
   * `ALLOWED_ORIGINS`: other sites whose pages may call, by origin (`https://office.example.com`) or by host (`localhost`, the
   * default, with `127.0.0.1`), whatever its scheme and port; `*` for all.
   */
  readonly allowedOrigins?: readonly string[];
  /** `SECRET_KEY`: what secret settings are encrypted with, 64 hexadecimal digits; from a file in the data folder when left out. */
  readonly secretKey?: string | undefined;
  /** `SECRET_KEY_OLD`: keys of before, which what they encrypted is read with, and encrypted anew at the start. */
  readonly formerSecretKeys?: readonly string[] | undefined;
  /** `FETCH_PRIVATE`: addresses and networks that are not public and that plugins may call all the same. */
  readonly fetchPrivate?: readonly Network[];
  /** `SECURITY_LOG_LEVEL`, default info: from which level on entries of the security log are lines of the server's log too. */
  readonly securityLogLevel?: string;
  /** The project's folder: where `resources`, `plugins`, `locales` and `dist` are. */
  readonly root: string;
}

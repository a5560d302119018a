// Runs in the page of a build, in the place of `@ant-design/cssinjs-utils` in antd (styles.ts).
import { useCSSVarRegister } from '@ant-design/cssinjs';
import { injectCSS } from '@rc-component/util/es/Dom/dynamicCSS';
import getComponentToken from '@ant-design/cssinjs-utils/es/util/getComponentToken';
import getDefaultComponentToken from '@ant-design/cssinjs-utils/es/util/getDefaultComponentToken';

/** Rules that are not in the page yet, by their order. */
const waiting = new Map();

/**
 * Puts these rules into the page, before those of this product and among those of antd by their order, with all others that
 * the same file brings; `carryNonce` has been called by the time they are (src/web/main.tsx).
 */
export function addRules(order, css) {
  if (waiting.size === 0) queueMicrotask(flush);
  waiting.set(order, (waiting.get(order) ?? '') + css);
}

function flush() {
  for (const [order, css] of waiting) injectCSS(css, { prepend: 'queue', priority: order });
  waiting.clear();
}

/** Hooks of components that give the page their variables; their rules are there. */
export function genStyleUtils({ useToken, useCSP, getCompUnitless }) {
  const genStyleHooks = (component, _style, getDefaultToken, options = {}) => {
    const [name] = [component].flat();
    const prefixToken = (key) => name + key[0].toUpperCase() + key.slice(1);
    const unitless = { ...getCompUnitless?.(component), [prefixToken('zIndexPopup')]: true };
    for (const key of Object.keys(options.unitless ?? {})) unitless[prefixToken(key)] = options.unitless[key];
    const variables = (token) => {
      const defaults = getDefaultComponentToken(name, token, getDefaultToken) ?? {};
      const own = getComponentToken(name, token, defaults, { deprecatedTokens: options.deprecatedTokens });
      for (const key of Object.keys(defaults)) {
        own[prefixToken(key)] = own[key];
        delete own[key];
      }
      return own;
    };
    return (prefixCls, rootCls = prefixCls) => {
      const { cssVar, realToken: token } = useToken();
      const csp = useCSP();
      const { extraCssVarPrefixCls: extra } = options;
      const others = typeof extra === 'function' ? extra({ prefixCls, rootCls }) : extra;
      useCSSVarRegister(
        {
          path: [name],
          prefix: cssVar.prefix,
          key: cssVar.key,
          unitless,
          ignore: options.ignore,
          token,
          scope: others?.length ? [rootCls, ...others] : rootCls,
          nonce: () => csp.nonce,
        },
        () => variables(token),
      );
      return ['', cssVar.key];
    };
  };
  return { genStyleHooks, genComponentStyleHook: () => () => '', genSubStyleComponent: () => () => null };
}

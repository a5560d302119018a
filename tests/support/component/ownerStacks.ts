import * as React from 'react';

// For who looks for the component that drew an element, React remembers the stack of every one that it makes: a fifth of all
// that drawing costs. It stops at 10,000 a second, which it is told are reached. Its warnings stay.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
]!;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

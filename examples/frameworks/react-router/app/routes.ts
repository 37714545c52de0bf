import { index, route } from '@react-router/dev/routes';
import type { RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/landing.tsx'),
  route('questions', 'routes/questions.tsx'),
  route('done', 'routes/done.tsx'),
  route('late', 'routes/late.tsx'),
  route('bound', 'routes/bound.tsx'),
  route('remount', 'routes/remount.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('vault/*', 'routes/vault.ts'),
] satisfies RouteConfig;

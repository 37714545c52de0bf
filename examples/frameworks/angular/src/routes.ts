import type { Routes } from '@angular/router';
import { Bound } from './bound';
import { Done } from './done';
import { Late } from './late';
import { Profile } from './profile';
import { Questions } from './questions';
import { Remount } from './remount';
import { Welcome } from './welcome';

export const routes: Routes = [
  { path: '', component: Welcome },
  { path: 'questions', component: Questions },
  { path: 'done', component: Done },
  { path: 'late', component: Late },
  { path: 'bound', component: Bound },
  { path: 'remount', component: Remount },
  { path: 'profile', component: Profile },
];

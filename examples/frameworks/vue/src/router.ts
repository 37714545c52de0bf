import { createRouter, createWebHistory } from 'vue-router';
import Bound from './pages/Bound.vue';
import Done from './pages/Done.vue';
import Landing from './pages/Landing.vue';
import Late from './pages/Late.vue';
import Profile from './pages/Profile.vue';
import Questions from './pages/Questions.vue';
import Remount from './pages/Remount.vue';

export const createSurveyRouter = () =>
  createRouter({
    history: createWebHistory(),
    routes: [
      { path: '/', component: Landing },
      { path: '/questions', component: Questions },
      { path: '/done', component: Done },
      { path: '/late', component: Late },
      { path: '/bound', component: Bound },
      { path: '/remount', component: Remount },
      { path: '/profile', component: Profile },
    ],
  });

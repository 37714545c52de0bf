import 'vaultlink/elements';
import { captureEndlink } from 'vaultlink/endlink';
import { createApp } from 'vue';
import App from './App.vue';
import { createSurveyRouter } from './router';

// Before the router reads the address: it holds the seller's token.
captureEndlink({ baseUrl: import.meta.env.VITE_SERVICE_URL });

createApp(App).use(createSurveyRouter()).mount('#app');

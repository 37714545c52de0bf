import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter } from '@angular/router';
import { captureEndlink } from 'vaultlink/endlink';
import { App } from './app';
import { routes } from './routes';

declare const SERVICE_URL: string;

// Before the router reads the address.
captureEndlink({ baseUrl: SERVICE_URL });

bootstrapApplication(App, { providers: [provideRouter(routes)] });

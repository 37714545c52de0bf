import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { injectEndlink } from 'vaultlink/angular';

@Component({
  selector: 'survey-app',
  imports: [RouterOutlet],
  template: `
    <main><router-outlet /></main>
    <p>
      Token: <output id="endlink-state">{{ endlink().state }}</output>
    </p>
  `,
})
export class App {
  protected readonly endlink = injectEndlink();
}

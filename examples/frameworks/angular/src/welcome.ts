import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  imports: [RouterLink],
  template: `
    <h1>Coffee survey</h1>
    <p><a routerLink="/questions">Start</a></p>
  `,
})
export class Welcome {}

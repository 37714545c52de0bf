import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  imports: [RouterLink],
  template: `
    <h1>How does it end?</h1>
    <ul>
      <li><a routerLink="/done">Done</a></li>
      <li><a routerLink="/late">Late</a></li>
      <li><a routerLink="/bound">Bound</a></li>
      <li><a routerLink="/remount">Remount</a></li>
      <li><a routerLink="/profile">Profile</a></li>
    </ul>
  `,
})
export class Questions {}

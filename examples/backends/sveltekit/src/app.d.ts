declare global {
  namespace App {
    interface Locals {
      user?: string;
    }
  }
}

export {};

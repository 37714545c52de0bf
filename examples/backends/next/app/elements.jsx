'use client';

import { useEffect } from 'react';

/** Defines the elements in the browser. */
export function Elements() {
  useEffect(() => {
    void import('vaultlink/elements');
  }, []);
  return null;
}

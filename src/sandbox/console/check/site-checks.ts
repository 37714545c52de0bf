import type { SelfCheck } from '../../../check/index.ts';
import type { Outcome } from '../../../protocol/index.ts';
import type { SandboxCore } from '../../core/core.ts';
import { removePacket } from '../../market/changes.ts';
import { endlinkPacket } from '../../market/market.ts';
import type { Seller } from '../../market/market.ts';
import { createToken, SYSTEM_RANDOM } from '../../market/random-token.ts';
import { openEndlink } from '../../service/endlink/open-endlink.ts';
import { readSelfCheck } from './self-check-message.ts';

/** A check of a buyer's pages by the visit of a person. */
export interface SiteCheck {
  id: string;
  /** The endlink URL as it was entered. */
  url: string;
  /** The outcome that the visit should have. Missing: any. */
  expected?: Outcome | undefined;
  packetId: string;
  /** Missing until the page was opened. */
  visit?: Visit;
  /** Self-checks of the pages in the tab, by the time at which each page was opened. */
  pages: Map<number, SelfCheck>;
  /** The person's answer about a consent banner. */
  banner?: 'none' | 'in the way';
  /** `true` if the tab was closed, or its page has cut the connection to the console. */
  isTabGone: boolean;
  /** `true` if the person said that the survey is over. */
  isOver: boolean;
}

/** The visit of the seller who opened the page. */
export interface Visit {
  token: string;
  seller_id: string;
  interaction_id: string;
  /** Origin and path of the landing page. */
  landing: string;
  /** The parameter of the landing URL that has the token. */
  parameter: string | undefined;
  /** In the sandbox's time, in milliseconds since 1970. */
  openedAtMs: number;
  /** In real time, in milliseconds since 1970: the tag knows no other time. */
  openedAtRealMs: number;
}

/** The checks of the console, kept in memory only. */
export interface SiteChecks {
  /** Adds a check, and removes an earlier one of the same URL. */
  add(order: { url: string; expected?: Outcome | undefined }): SiteCheck;
  /** Returns a check; `undefined` if it is unknown or the sandbox was reset since. */
  find(id: string): SiteCheck | undefined;
  /** Opens the page as a seller. @returns the landing URL; `undefined` if the page was opened before */
  open(check: SiteCheck, seller: Seller): string | undefined;
  /** Adds a message of the tag. @returns whether it was accepted */
  addMessage(check: SiteCheck, json: string): boolean;
}

const MAX_CHECKS = 50;
const MAX_PAGES = 100;

/** Tolerance of the age of a token, which is rounded to seconds. A token captured before the visit belongs to another one. */
const TOLERANCE_MS = 3000;

/** Creates the list of checks. */
export function createSiteChecks(core: SandboxCore): SiteChecks {
  const checks = new Map<string, SiteCheck>();

  function removeCheck({ id, packetId }: SiteCheck): void {
    checks.delete(id);
    removePacket(core.market(), packetId);
  }

  return {
    add({ url, expected }) {
      const old = [...checks.values()];
      for (const check of old) if (check.url === url) removeCheck(check);
      const [oldest] = old;
      if (oldest && checks.size >= MAX_CHECKS) removeCheck(oldest);
      const id = createToken(SYSTEM_RANDOM, 'base64url').slice(0, 16);
      const name = `Check of ${new URL(url).host}`;
      const packetId = core.addPacket({ name, endlink_url: url, reward: 0 }).id;
      const check = {
        ...{ id, url, expected, packetId },
        ...{ pages: new Map<number, SelfCheck>(), isTabGone: false, isOver: false },
      };
      checks.set(id, check);
      return check;
    },
    find(id) {
      const check = checks.get(id);
      if (!check) return undefined;
      const { packets, tokens } = core.market();
      const isKnown = check.visit ? tokens.has(check.visit.token) : packets.has(check.packetId);
      return isKnown ? check : undefined;
    },
    open(check, seller) {
      const packet = endlinkPacket(core.market(), check.packetId);
      if (!packet || check.visit) return undefined;
      const { url, token, seller_id, interaction_id } = openEndlink(core, packet, seller);
      const { origin, pathname, href, searchParams } = new URL(url);
      check.visit = {
        ...{ token, seller_id, interaction_id, landing: origin + pathname },
        parameter: [...searchParams].find(([, value]) => value === token)?.[0],
        ...{ openedAtMs: core.clock.nowMs(), openedAtRealMs: Date.now() },
      };
      return href;
    },
    addMessage(check, json) {
      const { visit, pages } = check;
      const message = visit && readSelfCheck(json, visit.token);
      if (!message) return false;
      if (pages.size >= MAX_PAGES && !pages.has(message.openedAtMs)) return false;
      pages.set(message.openedAtMs, ownToken(message, visit));
      check.isTabGone = false;
      return true;
    },
  };
}

function ownToken(message: SelfCheck, { openedAtRealMs }: Visit): SelfCheck {
  const { ageSeconds = 0, page } = message;
  const isOwn = Date.now() - ageSeconds * 1000 >= openedAtRealMs - TOLERANCE_MS;
  return isOwn ? message : { ...message, page: { ...page, hasToken: false } };
}

import type { Seller } from 'vaultlink/sandbox';

/**
 * Remembers in a cookie whom this browser plays. All hosts of the demo but the marketplace are one host to a cookie, whatever their ports; so two
 * demos that run at once need two names.
 */
export interface PlayedSeller {
  /** The seller of this request: the one that a landing address names, or the one of the cookie, or the first. */
  of(request: Request, sellers: readonly Seller[], parameter?: string): Seller;
  /** The value of a `Set-Cookie` header. */
  cookie(sellerId: string): string;
}

/** @param serviceOrigin of this demo's marketplace */
export function playedSeller(serviceOrigin: string): PlayedSeller {
  const name = `demo-seller-${new URL(serviceOrigin).port}`;
  return {
    of(request, sellers, parameter = 'seller_id') {
      const landed = new URL(request.url).searchParams.get(parameter);
      const cookies = (request.headers.get('cookie') ?? '').split('; ');
      const kept = cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
      const [first] = sellers;
      const found = [landed, kept].flatMap((id) => sellers.filter((seller) => seller.id === id));
      const seller = found[0] ?? first;
      if (!seller) throw new Error('The marketplace has no seller.');
      return seller;
    },
    cookie: (sellerId) => `${name}=${encodeURIComponent(sellerId)}; Path=/; HttpOnly; SameSite=Lax`,
  };
}

import type { Seller } from 'vaultlink/sandbox';

/**
 * Remembers the seller whom this browser plays, in a cookie. Cookies ignore ports, so all sites of the demo but the marketplace share it, and two demos at
 * once need two names.
 */
export interface PlayedSeller {
  /** Returns the seller of a request: the one in the landing URL, or the one of the cookie, or the first. */
  of(request: Request, sellers: readonly Seller[], parameter?: string): Seller;
  /** Returns the value of a `Set-Cookie` header. */
  cookie(sellerId: string): string;
}

/** Creates the memory of the played seller. @param serviceOrigin origin of the marketplace, whose port is a part of the cookie's name */
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

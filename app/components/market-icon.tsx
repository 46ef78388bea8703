import { useEffect, useRef, useState } from "react";
import { Monogram } from "./monogram";

interface MarketIconProps {
  /** An http(s) address, or null for a monogram. */
  readonly image: string | null;
  /** The symbol and the name, or the name alone: what the monogram has its letters from. */
  readonly texts: readonly string[];
  /** Width and height in CSS pixels. */
  readonly size: number;
  readonly isLazy?: boolean;
}

/**
 * The picture of a coin or an exchange, or a monogram where there is none or it cannot be loaded. It stands beside the
 * name, so it says nothing to those who listen.
 */
export function MarketIcon({ image, texts, size, isLazy = false }: MarketIconProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    // What failed before hydration has been heard by nobody.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(image);
  }, [image]);
  if (image === null || image === broken) return <Monogram texts={texts} size={size} />;
  return (
    <img
      ref={picture}
      className="market-icon"
      src={image}
      alt=""
      width={size}
      height={size}
      loading={isLazy ? "lazy" : undefined}
      decoding="async"
      onError={() => setBroken(image)}
    />
  );
}

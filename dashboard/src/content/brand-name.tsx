import { useBrand } from "../api/brands.ts";
import { UserText } from "../parts/user-text.tsx";

/** The name of a brand; its id as long as the name is not known. */
export function BrandName({ brandId }: { brandId: string }) {
  return <UserText>{useBrand(brandId)?.name ?? brandId}</UserText>;
}

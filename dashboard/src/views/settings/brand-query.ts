import { queryOptions } from "@tanstack/react-query";
import { type Brand, getBrand } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";

export const brandQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["brand", brandId],
    queryFn: ({ signal }) => dataOf(getBrand({ id: brandId }, { signal })),
  });

/** Shows a brand as a change has returned it, everywhere. */
export function brandChanged(brand: Brand): void {
  queryClient.setQueryData(brandQuery(brand.id).queryKey, brand);
  void queryClient.invalidateQueries({ queryKey: brandsQuery.queryKey });
}

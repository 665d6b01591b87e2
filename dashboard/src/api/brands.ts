import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Brand, listBrands } from "../../../client/api.ts";
import { dataOf } from "./client.ts";
import { readAll } from "./pages.ts";

/** All brands of the organization, by name. */
export const brandsQuery = queryOptions({
  queryKey: ["brands"],
  queryFn: async ({ signal }) => {
    const brands = await readAll((page) => dataOf(listBrands(page, { signal })));
    return brands.toSorted((one, other) => one.name.localeCompare(other.name));
  },
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** The brand with this id, if it has been read and exists. */
export function useBrand(brandId: string | undefined): Brand | undefined {
  const { data } = useQuery(brandsQuery);
  return data?.find(({ id }) => id === brandId);
}

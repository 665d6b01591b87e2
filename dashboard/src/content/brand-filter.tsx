import { useQuery } from "@tanstack/react-query";
import { brandsQuery } from "../api/brands.ts";
import { SelectField } from "../parts/field.tsx";

interface BrandFilterProps {
  /** The chosen brand; undefined for all brands. */
  brandId: string | undefined;
  onChange: (brandId: string | undefined) => void;
  /** Whether one may choose all brands. @default true */
  allowsAll?: boolean;
}

/** Chooses a brand. */
export function BrandFilter({ brandId, onChange, allowsAll = true }: BrandFilterProps) {
  const { data: brands } = useQuery(brandsQuery);
  return (
    <SelectField
      label="Brand"
      value={brandId ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
    >
      {allowsAll ? <option value="">All brands</option> : null}
      {brands?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

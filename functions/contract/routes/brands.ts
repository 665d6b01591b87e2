import type { Route } from "../route.ts";
import { brand, brandChanges, brands, brandsQuery, newBrand } from "../schemas/brand.ts";

export const brandRoutes = {
  listBrands: {
    operationId: "list-brands",
    method: "GET",
    path: "/v1/brands",
    access: "read",
    tableActions: ["Query"],
    query: brandsQuery,
    success: { status: 200, body: brands },
  },
  createBrand: {
    operationId: "create-brand",
    method: "POST",
    path: "/v1/brands",
    access: "write",
    tableActions: ["PutItem", "UpdateItem"],
    body: newBrand,
    success: { status: 201, body: brand },
  },
  getBrand: {
    operationId: "get-brand",
    method: "GET",
    path: "/v1/brands/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "brd",
    success: { status: 200, body: brand },
  },
  updateBrand: {
    operationId: "update-brand",
    method: "PATCH",
    path: "/v1/brands/{id}",
    access: "write",
    tableActions: ["GetItem", "UpdateItem", "PutItem"],
    id: "brd",
    body: brandChanges,
    success: { status: 200, body: brand },
  },
  deleteBrand: {
    operationId: "delete-brand",
    method: "DELETE",
    path: "/v1/brands/{id}",
    access: "write",
    tableActions: ["GetItem", "DeleteItem", "PutItem", "UpdateItem"],
    id: "brd",
    success: { status: 204 },
  },
} as const satisfies Record<string, Route>;

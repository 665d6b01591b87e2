import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Brand, deleteBrand, listOrganizationPipelines } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { readAll } from "../../api/pages.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { countOf } from "../../text/numbers.ts";
import { brandQuery } from "./brand-query.ts";

/** Deletes a brand that has no pipelines. */
export function DeleteTab({ brand }: { brand: Brand }) {
  const pipelines = useQuery({
    queryKey: ["pipelines", "of-brand", brand.id],
    queryFn: ({ signal }) =>
      readAll((page) => dataOf(listOrganizationPipelines({ brandId: brand.id, ...page }, { signal }))),
  });
  return (
    <Panel title="Delete the brand">
      <p>
        Deleting a brand removes its feed, the links of its posts, its connections, its model, its trends and
        its review links. Its posts and weekly reports stay readable. Posts that are still scheduled fail at
        their time.
      </p>
      <QueryView query={pipelines}>
        {(list) =>
          list.length > 0 ? <HasPipelines brandId={brand.id} count={list.length} /> : <Delete brand={brand} />
        }
      </QueryView>
    </Panel>
  );
}

function HasPipelines({ brandId, count }: { brandId: string; count: number }) {
  return (
    <Notice kind="warning">
      The brand has {countOf(count, "pipeline")}. A brand with pipelines cannot be deleted: delete them first.{" "}
      <Link to="/app/pipelines" search={{ brandId }}>
        Show the pipelines of the brand
      </Link>
    </Notice>
  );
}

function Delete({ brand }: { brand: Brand }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => dataOf(deleteBrand({ id: brand.id })),
    onSuccess: async () => {
      showToast(`The brand ${brand.name} was deleted.`);
      // Its changes that are not saved cannot be saved any more.
      await navigate({ to: "/app/brands", ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: brandQuery(brand.id).queryKey });
      await queryClient.invalidateQueries({ queryKey: brandsQuery.queryKey });
    },
    // Someone may have made a pipeline since the list was read.
    onError: () => queryClient.invalidateQueries({ queryKey: ["pipelines"] }),
  });
  return (
    <>
      <div>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          Delete the brand …
        </Button>
      </div>
      {isAsking ? (
        <Confirm
          title={`Delete ${brand.name}?`}
          action="Delete the brand"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Everything that is named above is removed. This cannot be undone.
        </Confirm>
      ) : null}
    </>
  );
}

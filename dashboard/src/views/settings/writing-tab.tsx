import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deleteModelEndpoint, type ModelEndpoint, setModelEndpoint } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { modelEndpointQuery } from "../../api/model-endpoint.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { CheckField, TextField } from "../../parts/field.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { problemAt } from "./field-problems.ts";
import { FormProblem } from "./form-problem.tsx";

/** A brand's own model, which can write its posts. */
export function WritingTab({ brandId }: { brandId: string }) {
  const query = useQuery(modelEndpointQuery(brandId));
  const mayWrite = useMay("write");
  return (
    <>
      <p className="soft">
        Each pipeline of the brand says what writes its posts: the template, a model of Amazon Bedrock, or the
        brand&apos;s own model, whose address is here. It can be any address that takes requests in the format
        of /chat/completions.{" "}
        <Link to="/app/pipelines" search={{ brandId }}>
          Show the pipelines
        </Link>
      </p>
      <QueryView query={query}>
        {(model) => (
          <>
            <Present brandId={brandId} model={model} mayWrite={mayWrite} />
            {mayWrite ? <ModelForm brandId={brandId} model={model} /> : null}
          </>
        )}
      </QueryView>
    </>
  );
}

interface ModelProps {
  brandId: string;
  model: ModelEndpoint | null;
}

function Present({ brandId, model, mayWrite }: ModelProps & { mayWrite: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => dataOf(deleteModelEndpoint({ id: brandId })),
    onSuccess: () => {
      setIsAsking(false);
      queryClient.setQueryData(modelEndpointQuery(brandId).queryKey, null);
      showToast("The model was deleted.");
    },
  });
  return (
    <Panel
      title="The brand's model"
      actions={
        mayWrite && model !== null ? (
          <Button look="danger" onClick={() => setIsAsking(true)}>
            Delete the model
          </Button>
        ) : null
      }
    >
      {model === null ? (
        <Empty>The brand has no model of its own.</Empty>
      ) : (
        <dl className="facts">
          <dt>Address</dt>
          <dd>
            <UserText>{model.url}</UserText>
          </dd>
          <dt>Model</dt>
          <dd>
            <UserText>{model.model}</UserText>
          </dd>
          <dt>Key</dt>
          <dd>{model.hasApiKey ? "Stored, and never shown" : "None"}</dd>
          <dt>Set</dt>
          <dd>
            <Time at={model.updatedAt} relative />
          </dd>
        </dl>
      )}
      {isAsking ? (
        <Confirm
          title="Delete the model?"
          action="Delete the model"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its address and its key are deleted. In pipelines that use it, the template writes the posts from
          then on.
        </Confirm>
      ) : null}
    </Panel>
  );
}

function ModelForm({ brandId, model }: ModelProps) {
  // Null until someone types. Until then, the field shows the stored value.
  const [url, setUrl] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [apiKey, setApiKey] = useState("");
  /** The `updatedAt` of the model that was stored when someone began to type; null if there was none. */
  const [baseUpdatedAt, setBaseUpdatedAt] = useState<string | null | undefined>();
  const storedUpdatedAt = model?.updatedAt ?? null;
  const begin = () => setBaseUpdatedAt((known) => (known === undefined ? storedUpdatedAt : known));
  const [hasNoKey, setHasNoKey] = useState(false);
  const shownUrl = url ?? model?.url ?? "";
  const shownName = name ?? model?.model ?? "";
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        setModelEndpoint({
          id: brandId,
          newModelEndpoint: {
            url: shownUrl.trim(),
            model: shownName.trim(),
            apiKey: hasNoKey ? null : apiKey.trim(),
          },
        }),
      ),
    onSuccess: (saved) => {
      queryClient.setQueryData(modelEndpointQuery(brandId).queryKey, saved);
      setBaseUpdatedAt(undefined);
      setUrl(null);
      setName(null);
      setApiKey("");
      showToast("The model was saved.");
    },
  });
  const { error } = save;
  return (
    <Panel title={model === null ? "Set a model" : "Replace the model"}>
      <form
        className="stack"
        onChange={begin}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label="Address"
          type="url"
          required
          value={shownUrl}
          onChange={(event) => setUrl(event.target.value)}
          hint="Such as https://api.example.com/v1. It is shown to everyone in the organization, so put no secret into it."
          error={problemAt(error, "url")}
        />
        <TextField
          label="Model"
          required
          value={shownName}
          onChange={(event) => setName(event.target.value)}
          hint="The name of the model, as that address knows it."
          error={problemAt(error, "model")}
        />
        <TextField
          label="Key"
          type="password"
          autoComplete="new-password"
          required={!hasNoKey}
          disabled={hasNoKey}
          value={hasNoKey ? "" : apiKey}
          onChange={(event) => setApiKey(event.target.value)}
          hint={
            model?.hasApiKey === true
              ? "Enter the key again: saving replaces address, model and key together."
              : "It is stored encrypted and never shown again."
          }
          error={problemAt(error, "apiKey")}
        />
        <CheckField
          label="The address needs no key"
          checked={hasNoKey}
          onChange={(event) => setHasNoKey(event.target.checked)}
        />
        {baseUpdatedAt !== undefined && baseUpdatedAt !== storedUpdatedAt ? (
          <Notice kind="warning">
            Someone else has changed the model meanwhile: it is shown above. Saving replaces it.
          </Notice>
        ) : null}
        <FormProblem error={error} labels={{ url: "Address", model: "Model", apiKey: "Key" }} />
        <div>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save the model
          </Button>
        </div>
      </form>
    </Panel>
  );
}

import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createBrand, type NewBrand as NewBrandBody } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField, TextField } from "../../parts/field.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useMay } from "../../session/session.ts";
import { brandChanged } from "./brand-query.ts";
import { problemAt } from "./field-problems.ts";
import { FormProblem } from "./form-problem.tsx";
import { ZoneField } from "./zone-field.tsx";

/** `/app/brands/new` */
export function NewBrand() {
  const mayWrite = useMay("write");
  return (
    <Page title="New brand" lead="A brand has its own pipelines, channels, posting slots and time zone.">
      {mayWrite ? (
        <NewBrandForm />
      ) : (
        <Notice kind="warning">
          Your key may only read, so it cannot create a brand. Sign in with a key that has the role write or
          admin.
        </Notice>
      )}
    </Page>
  );
}

function NewBrandForm() {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [timezone, setTimezone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [isAuto, setIsAuto] = useState(false);
  const create = useKeyedMutation(
    (newBrand: NewBrandBody, idempotencyKey) => dataOf(createBrand({ idempotencyKey, newBrand })),
    {
      onSuccess: (brand) => {
        brandChanged(brand);
        showToast(`The brand ${brand.name} was created. Now connect its channels.`);
        void navigate({
          to: "/app/brands/$brandId",
          params: { brandId: brand.id },
          search: { tab: "channels" },
        });
      },
    },
  );
  const { error } = create;
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          name: name.trim(),
          timezone: timezone.trim(),
          settings: { approval: isAuto ? "auto" : "manual" },
        });
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problemAt(error, "name")}
      />
      <ZoneField value={timezone} onChange={setTimezone} error={problemAt(error, "timezone")} />
      <SelectField
        label="Approval"
        value={isAuto ? "auto" : "manual"}
        onChange={(event) => setIsAuto(event.target.value === "auto")}
        hint="Of the posts that pipelines write. You can change it later."
        error={problemAt(error, "settings.approval")}
      >
        <option value="manual">A person approves each post</option>
        <option value="auto">Posts are scheduled without approval</option>
      </SelectField>
      <FormProblem
        error={error}
        labels={{ name: "Name", timezone: "Time zone", "settings.approval": "Approval" }}
      />
      <div className="row">
        <Button type="submit" look="primary" busy={create.isPending}>
          Create the brand
        </Button>
        <Link className="button" to="/app/brands">
          Cancel
        </Link>
      </div>
    </form>
  );
}

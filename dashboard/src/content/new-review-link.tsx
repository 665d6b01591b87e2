import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createReviewLink, type IssuedReviewLink } from "../../../client/api.ts";
import { dataOf } from "../api/client.ts";
import { fieldErrorOf } from "../api/errors.ts";
import { useKeyedMutation } from "../api/keyed-mutation.ts";
import { Button } from "../parts/button.tsx";
import { CheckField, SelectField, TextField } from "../parts/field.tsx";
import { ErrorNotice } from "../parts/notices.tsx";
import { SecretOnce } from "../parts/secret-once.tsx";
import { countOf } from "../text/numbers.ts";
import { expiryAfter, lifetimeDays } from "./review-link-expiry.ts";

/** What a review link shows: all posts of a brand, or one post. */
export type ReviewSubject = { brandId: string; postId?: never } | { brandId?: never; postId: string };

/** Asks for a reviewer's name and rights. Then it shows the address of the new link, once. */
export function NewReviewLink({ subject, onClose }: { subject: ReviewSubject; onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedReviewLink | null>(null);
  if (issued === null) return <Form subject={subject} onIssued={setIssued} onClose={onClose} />;
  return (
    <SecretOnce label="Address of the review link" secret={issued.url} onDone={onClose}>
      <p>
        Send the link only to the reviewer. Everyone who has the link can use it. Create a separate link for
        each reviewer.
      </p>
    </SecretOnce>
  );
}

interface FormProps {
  subject: ReviewSubject;
  onIssued: (link: IssuedReviewLink) => void;
  onClose: () => void;
}

function Form({ subject, onIssued, onClose }: FormProps) {
  const [name, setName] = useState("");
  const [mayApprove, setMayApprove] = useState(false);
  const [days, setDays] = useState("7");
  const client = useQueryClient();
  const create = useKeyedMutation(
    (newReviewLink: Parameters<typeof createReviewLink>[0]["newReviewLink"], idempotencyKey) =>
      dataOf(createReviewLink({ idempotencyKey, newReviewLink })),
    {
      onSuccess: (link) => {
        void client.invalidateQueries({ queryKey: ["review-links"] });
        onIssued(link);
      },
    },
  );
  // Set when the form changes, so that a second try sends the same request.
  const [startMs, setStartMs] = useState(() => Date.now());
  const changed = () => setStartMs(Date.now());
  const nameError = fieldErrorOf(create.error, "name");
  const expiryError = fieldErrorOf(create.error, "expiresAt");
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ ...subject, name, mayApprove, expiresAt: expiryAfter(Number(days), startMs) });
      }}
    >
      <TextField
        label="Name of the reviewer"
        required
        maxLength={120}
        hint="Shown beside the reviewer's comments and decisions."
        value={name}
        error={nameError}
        onChange={(event) => {
          setName(event.target.value);
          changed();
        }}
      />
      <SelectField
        label="Valid for"
        value={days}
        error={expiryError}
        onChange={(event) => {
          setDays(event.target.value);
          changed();
        }}
      >
        {lifetimeDays.map((count) => (
          <option key={count} value={count}>
            {countOf(count, "day")}
          </option>
        ))}
      </SelectField>
      <CheckField
        label="May approve posts and request changes"
        checked={mayApprove}
        onChange={(event) => {
          setMayApprove(event.target.checked);
          changed();
        }}
      />
      {nameError === undefined && expiryError === undefined ? <ErrorNotice error={create.error} /> : null}
      <div className="row">
        <Button type="submit" look="primary" busy={create.isPending}>
          Create the link
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

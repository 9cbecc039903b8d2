-- code_tries.answer contains the reason or status instead of the sentence.
UPDATE "code_tries" SET "answer" = CASE "answer"
	WHEN 'The code given is not right.' THEN 'code_unknown'
	WHEN 'This access code has expired.' THEN 'code_expired'
	WHEN 'This code has run out of uses. Please let your teacher know.' THEN 'MAX'
	WHEN 'You''ve already used this code for another course. To transfer the code, please contact us using the chat button below.' THEN 'MAX_SAME_EMAIL'
	WHEN 'This code has already been used. Please return the code to where you got the code from and get a new one.' THEN 'MAX_OTHER_EMAIL'
	ELSE "answer"
END
WHERE "answer" LIKE 'The code %' OR "answer" LIKE 'This % code %' OR "answer" LIKE 'This code %' OR "answer" LIKE 'You''ve already %';--> statement-breakpoint
-- A product that was renamed meanwhile has two rows; the older sentence stays as it is.
UPDATE "code_tries" t SET "answer" = 'code_not_used_here'
WHERE t."answer" LIKE 'This code is for %, which this course does not use.' AND NOT EXISTS (
	SELECT 1 FROM "code_tries" o
	WHERE o."subject_kind" = t."subject_kind" AND o."subject_id" = t."subject_id" AND o."code_hash" = t."code_hash" AND o."id" > t."id"
		AND o."answer" LIKE 'This code is for %, which this course does not use.'
);

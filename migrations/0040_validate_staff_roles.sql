ALTER TABLE "staff_users" VALIDATE CONSTRAINT "staff_users_role";
